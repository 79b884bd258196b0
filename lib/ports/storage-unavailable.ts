/**
 * The database cannot commit, or its COMMIT was not confirmed. Recognized by `code`, because bundles do not share
 * classes.
 */
export class StorageUnavailable extends Error {
  readonly code = 'storage_unavailable';
  /** Whether the COMMIT was sent and its outcome is unknown: the write may be stored. */
  readonly isOutcomeUnknown: boolean;
  /** Whether only one row cannot be read. */
  readonly isOfOneRow: boolean;

  constructor(message: string, options: ErrorOptions & Partial<Extent> = {}) {
    super(message, options);
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
    this.isOfOneRow = options.isOfOneRow ?? false;
  }
}

export const isStorageUnavailable = (error: unknown): error is StorageUnavailable =>
  error instanceof Error && 'code' in error && error.code === 'storage_unavailable';

/** What the failure concerns. */
type Extent = Pick<StorageUnavailable, 'isOutcomeUnknown' | 'isOfOneRow'>;

/** Whether the database itself is unavailable, which says nothing of what was to be stored. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isStorageUnavailable(error) && !error.isOfOneRow;
