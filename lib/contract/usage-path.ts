/** The path for `GET` of the usage record (contract section 4). In its own file for the same reason as REPORT_PATH. */
export const USAGE_PATH = '/api/v1/usage';
