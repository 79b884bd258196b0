/** Hashing of passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for `null` (no such account, no password) as for a hash, and then returns `false`. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}
