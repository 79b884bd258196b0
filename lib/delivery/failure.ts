/** A failure whose message is a sentence for the endpoint's owner. */
export class DeliveryFailure extends Error {}

/** By the codes of Node's errors; those of TLS say what is wrong with the certificate. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EBADNAME|EREFUSED|ETIMEOUT|ENONAME|ENOMEM|EFORMERR|EBADRESP)$/,
    'The host name could not be resolved.',
  ],
  [/^ECONNREFUSED$/, 'The connection was refused.'],
  [/^(ECONNRESET|EPIPE)$/, 'The connection was closed before a response came.'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL)$/, 'The host could not be reached.'],
  [/^HPE_HEADER_OVERFLOW$/, 'The header of the response is too large.'],
  [/^HPE_/, 'The response is not valid HTTP.'],
  [/^CERT_HAS_EXPIRED$/, 'The TLS certificate has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The TLS certificate is for another host.'],
  [/SELF_SIGNED|^UNABLE_TO_|^CERT_|^INVALID_CA$/, 'The TLS certificate is not signed by a known authority.'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, 'The TLS connection failed.'],
];

/** Why a request failed, in one sentence without its address. */
export function failureReason(error: unknown): string {
  if (error instanceof DeliveryFailure) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS.find(([form]) => form.test(code))?.[1] ?? 'The request failed.';
}
