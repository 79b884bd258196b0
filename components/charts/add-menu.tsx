'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import { RowMenu } from '@/components/ui/row-actions';

const AddMark = dynamic(() => import('./add-mark').then((file) => file.AddMark, dialogNotLoaded), {
  ssr: false,
});
const PlanSilence = dynamic(
  () => import('@/components/alerts/plan-silence').then((file) => file.PlanSilence, dialogNotLoaded),
  { ssr: false },
);

/** Adds what a chart of a bot shows beside its reports. The dialogs are loaded when they open. */
export const AddMenu = ({ botId }: { botId: string }) => (
  <RowMenu
    label="Add to the chart"
    icon={<Plus />}
    items={[
      { label: 'Add mark', dialog: (onClose) => <AddMark {...{ botId, onClose }} /> },
      { label: 'Plan a silence', dialog: (onClose) => <PlanSilence {...{ botId, onClose }} /> },
    ]}
  />
);
