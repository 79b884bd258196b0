'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Options = {
  /** Drawn while it is loaded. */
  waiting?: ReactNode;
  /** Drawn if it cannot be loaded, e.g. without a connection; if absent, the error is thrown. */
  failed?: ReactNode;
};

/** A component whose code is loaded when it is first drawn. Drawing it anew after a failure tries again. */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, failed }: Options = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Loadable(props: Props) {
    const [outcome, setOutcome] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      if (Loaded !== undefined) return;
      load().then(
        (component) => {
          Loaded = component;
          setOutcome({ error: null });
        },
        (error: unknown) => setOutcome({ error }),
      );
    }, []);
    if (Loaded !== undefined) return <Loaded {...props} />;
    if (outcome === null) return waiting;
    if (failed === undefined) throw outcome.error;
    return failed;
  };
}
