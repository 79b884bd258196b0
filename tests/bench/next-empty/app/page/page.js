/** Rendered for each request, as the pages of the product are. */
export const dynamic = 'force-dynamic';

const CARDS = ['Quota', 'Reset', 'Reports', 'Servers and users', 'Send stats now', 'Calls per day', 'Plan'];

/** The cards of a bot's page, with nothing in them. */
export default function Page() {
  return (
    <>
      <h1>Empty</h1>
      {CARDS.map((title) => (
        <section key={title}>
          <h2>{title}</h2>
        </section>
      ))}
    </>
  );
}
