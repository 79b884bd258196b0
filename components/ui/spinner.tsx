import { LoaderCircle } from 'lucide-react';

/** A spinner, hidden from screen readers: the text next to it says what is in progress. */
export const Spinner = () => <LoaderCircle className="size-4 animate-spin" />;
