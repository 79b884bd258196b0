import { TabLinks } from '@/components/ui/tab-links';
import { paths } from '@/lib/contract/paths';

type Props = { botId: string; current: 'page' | 'activity' | 'analytics' | 'alerts' | 'keys' | 'settings' };

/** The pages of a bot. */
export function BotTabs({ botId, current }: Props) {
  const { page, activity, analytics, alerts, keys, settings } = paths.bot(botId);
  const items = [
    { href: page, label: 'Overview' },
    { href: activity, label: 'Activity' },
    { href: analytics, label: 'Analytics' },
    { href: alerts, label: 'Alerts' },
    { href: keys, label: 'Keys' },
    { href: settings, label: 'Settings' },
  ];
  return <TabLinks label="Bot" items={items} current={paths.bot(botId)[current]} />;
}
