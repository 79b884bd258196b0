import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** Browser tabs of admins' lists differ from those of a bot's pages, which have the same names. */
export const metadata: Metadata = { title: { default: 'Admin', template: '%s · Admin · Botmeter' } };

/** Admins' pages. Each decides by its service whether it is shown. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
