import { Form } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { answerBotInvitationAction } from '@/lib/actions/people';
import type { OwnInvitation } from '@/lib/contract/own-bots';
import { OF_BOTS } from '@/lib/queries/of-bot';
import { ROLE_WORDS } from '@/lib/view/role-words';

/** What the reader is asked to join; nothing happens before they accept. */
export const OwnInvitations = ({ invitations }: { invitations: readonly OwnInvitation[] }) =>
  invitations.map(({ botId, botName, role, issuerName }) => (
    <Notice key={botId} role="none" className="mb-4">
      <p className="wrap-anywhere mb-2">
        {`${issuerName ?? 'The operator'} asks you to become a ${ROLE_WORDS[role].toLowerCase()} of ${botName}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {(['yes', ''] as const).map((accepts) => (
          <Form
            key={accepts}
            action={answerBotInvitationAction}
            hidden={{ botId, accepts }}
            changes={OF_BOTS}
            variant={accepts ? 'primary' : 'secondary'}
            submitLabel={accepts ? 'Accept' : 'Decline'}
          />
        ))}
      </div>
    </Notice>
  ));
