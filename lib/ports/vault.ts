/** Encrypts secrets that have to be read again, such as those of webhook endpoints. */
export interface Vault {
  seal(text: string): string;
  /** `null` if it was sealed with another AUTH_SECRET, or is damaged. */
  open(sealed: string): string | null;
}
