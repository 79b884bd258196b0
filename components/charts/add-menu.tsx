'use client';

import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import { RowMenu } from '@/components/ui/row-actions';

const AddMark = lazy(() =>
  import('@/components/activity/add-mark').then(
    (file) => ({ default: file.AddMark }),
    () => ({ default: dialogNotLoaded() }),
  ),
);
const PlanSilence = lazy(() =>
  import('@/components/alerts/plan-silence').then(
    (file) => ({ default: file.PlanSilence }),
    () => ({ default: dialogNotLoaded() }),
  ),
);

/** Adds what a chart of a bot shows beside its reports. The dialogs are loaded when they open. */
export const AddMenu = ({ botId }: { botId: string }) => (
  <RowMenu
    name="the chart"
    label="Add to the chart"
    icon={<Plus />}
    items={[
      {
        label: 'Add mark',
        dialog: (onClose) => (
          <Suspense>
            <AddMark {...{ botId, onClose }} />
          </Suspense>
        ),
      },
      {
        label: 'Plan a silence',
        dialog: (onClose) => (
          <Suspense>
            <PlanSilence {...{ botId, onClose }} />
          </Suspense>
        ),
      },
    ]}
  />
);
