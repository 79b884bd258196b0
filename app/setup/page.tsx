import { container } from '@/lib/container';
import { isSetupTokenGood } from '@/lib/services/create-first-admin';
import { SetupForm } from './setup-form';

export const dynamic = 'force-dynamic';

/** First run: creates the first admin, with the one-time token of the link that the start printed. */
export default async function SetupPage({ searchParams }: PageProps<'/setup'>) {
  const { token } = await searchParams;
  const isGood = typeof token === 'string' && (await isSetupTokenGood(container().ports, token));
  return (
    <main>
      <h1>Set up Botmeter</h1>
      {isGood ? <SetupForm token={token} /> : <p>This set-up link has been used or is not valid.</p>}
    </main>
  );
}
