'use client';

import { usePathname } from 'next/navigation';
import { Link } from '@/components/ui/link';

export type DocsGroup = {
  readonly title: string;
  readonly pages: readonly { readonly href: string; readonly label: string; readonly method?: string }[];
};

const ID = 'contents';

/** The pages of the API reference by group: beside the text on wide screens, where they stay in view, below it on others. */
export function Contents({ groups }: { groups: readonly DocsGroup[] }) {
  const path = usePathname();
  return (
    <>
      <a href={`#${ID}`} className="min-h-6 w-fit underline underline-offset-4 lg:hidden">
        Contents
      </a>
      <nav
        id={ID}
        aria-label="Contents"
        className="max-lg:order-last lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:self-start lg:overflow-y-auto"
      >
        {groups.map(({ title, pages }) => (
          <div key={title} className="mb-3">
            <h2 className="px-2 py-1 font-medium text-muted text-xs">{title}</h2>
            <ul className="flex flex-col">
              {pages.map(({ href, label, method }) => (
                <li key={href}>
                  <Link
                    href={href}
                    prefetch={false}
                    aria-current={href === path ? 'page' : undefined}
                    className="flex min-h-8 items-center justify-between gap-3 rounded-inner px-2 py-1 text-muted hover:bg-inset hover:text-ink aria-[current]:bg-inset aria-[current]:font-medium aria-[current]:text-ink"
                  >
                    <span className="min-w-0">{label}</span>
                    {method !== undefined && (
                      <code translate="no" className="text-xs">
                        {method}
                      </code>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}
