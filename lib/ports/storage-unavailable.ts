/**
 * The database cannot commit, or its COMMIT was not confirmed. Recognized by `code`, because bundles do not share
 * classes.
 */
export class StorageUnavailable extends Error {
  readonly code = 'storage_unavailable';
  /** Whether the COMMIT was sent and its outcome is unknown: the write may be stored. */
  readonly isOutcomeUnknown: boolean;

  constructor(message: string, options: ErrorOptions & { isOutcomeUnknown?: boolean } = {}) {
    super(message, options);
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
  }
}

export const isStorageUnavailable = (error: unknown): error is StorageUnavailable =>
  error instanceof Error && 'code' in error && error.code === 'storage_unavailable';
