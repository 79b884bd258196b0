'use client';

import { createContext } from 'react';

/** Whether a part of a page is only to be read: its forms, buttons that open dialogs and menus of actions are not drawn. */
export const ReadOnly = createContext(false);
