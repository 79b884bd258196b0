/** Secrets from a CSPRNG, and the one-way form in which they are stored. */
export interface Secrets {
  newId(): string;
  /** A complete API key. */
  newKey(): string;
  newToken(): string;
  /** A complete secret of a signed webhook, as Standard Webhooks 1.0 writes it. */
  newWebhookSecret(): string;
  /** SHA-256, as 64 hex digits. */
  hash(secret: string): string;
}
