/** A metric that is read when metrics are collected: one number, or one for each value of `label`. */
export type Figure = {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly read: () => number | Readonly<Record<string, number>>;
};
