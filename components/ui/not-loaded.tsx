import { Notice } from './notice';
import { ReloadButton } from './reload-button';

const NotLoaded = ({ className }: { className?: string }) => (
  <Notice tone="critical" className={className}>
    This could not be loaded: there is no connection, or Botmeter was updated. Then <ReloadButton />; what you
    entered is kept, except passwords.
  </Notice>
);

/** Drawn in place of a component whose code could not be loaded. */
export const notLoaded = () => () => <NotLoaded className="m-4" />;

/** The same for a dialog. */
export const dialogNotLoaded = () => () => (
  <NotLoaded className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md text-left" />
);
