/** One-time tokens for creating the first admin, of which only hashes are stored. */
export interface SetupTokens {
  insert(hash: string, nowMs: number): Promise<void>;
  exists(hash: string): Promise<boolean>;
  deleteAll(): Promise<void>;
}
