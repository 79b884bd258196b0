export default function Home() {
  return (
    <main>
      <h1>Botmeter</h1>
      <p>Statistics and API quota for bots.</p>
    </main>
  );
}
