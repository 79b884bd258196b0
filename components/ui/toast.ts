'use client';

import './style-nonce';

/** Says in passing that something was done. What a person must act on belongs on the page, not here. */
export { toast } from 'sonner';
