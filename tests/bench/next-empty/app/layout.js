/** The layout of the product's pages, without its components. */
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <header>
          <a href="/">Empty</a>
          <nav aria-label="Main">
            <a href="/page">Page</a>
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
