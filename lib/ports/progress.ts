/** Called now and then during long work: `what` is done of `done` out of `total`, in `unit`. */
export type Progress = (what: string, done: number, total: number, unit: string) => void;

export const noProgress: Progress = () => {};
