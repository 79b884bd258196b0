import { Circle, CircleCheck } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { paths } from '@/lib/contract/paths';

type Props = { readonly hasPeople: boolean; readonly hasBots: boolean };

/** What a new installation still needs, until the first bot has reported. */
export function NextSteps({ hasPeople, hasBots }: Props) {
  const steps = [
    {
      isDone: hasPeople,
      href: paths.admin.users,
      title: 'Add the people who own bots',
      text: 'An invitation lets them choose their own password. Skip this if the bots are yours.',
    },
    {
      isDone: hasBots,
      href: paths.admin.bots,
      title: 'Register the first bot',
      text: 'With its Discord id, its owner and a plan.',
    },
    {
      isDone: false,
      href: hasBots ? paths.admin.bots : paths.docs,
      title: 'Create its key and let it report',
      text: hasBots
        ? 'Open the bot: its page has the lines to paste.'
        : 'The quick start shows the lines to paste.',
    },
  ];
  return (
    <Card title="What to do next" className="mb-4">
      <ol>
        {steps.map(({ isDone, href, title, text }) => (
          <li key={title} className="flex items-start gap-2 border-b py-2 last:border-b-0 last:pb-0">
            {isDone ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-healthy" />
            ) : (
              <Circle className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <div className="min-w-0">
              <Link href={href} className="font-medium underline underline-offset-4">
                {title}
              </Link>
              {isDone && <span className="text-healthy"> Done</span>}
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
