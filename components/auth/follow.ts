import type { FormState, LeadsTo } from '@/lib/contract/form-state';

/** Goes where an action leads to, with a new page: it may be of another person, or none. */
export const follow = ({ value }: FormState<LeadsTo>): void => window.location.assign(value?.href ?? '');
