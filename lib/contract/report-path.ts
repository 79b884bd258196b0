/**
 * The path for `POST` of a report (contract section 3). In its own file, because pages show it without the validation
 * library.
 */
export const REPORT_PATH = '/api/v1/bots/stats';
