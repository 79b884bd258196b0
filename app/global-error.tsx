'use client';

import './globals.css';

/** Replaces the root layout when it fails, so it depends on nothing that could fail again. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Error · Botmeter</title>
        <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-4 py-24 font-sans">
          <h1 className="font-semibold text-lg">This page could not be shown</h1>
          <p className="text-muted text-sm">
            Something failed on our side, or in this browser. If you have just sent a form, it may have been
            stored: look before you send it again.
          </p>
          <button
            type="button"
            onClick={() => retry()}
            className="h-8 rounded border border-accent bg-accent px-3 font-medium text-accent-ink text-sm"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
