const css = String.raw

/** The whole look of an exported page; its hash stands in the page's policy. */
export const REPORT_STYLE = css`
  :root {
    color-scheme: light;
    --ink: #16201d;
    --muted: #51605b;
    --line: #d8dfdb;
    --accent: #0a665b;
    --soft: #f1f4f2;
  }
  * {
    box-sizing: border-box;
  }
  body {
    max-width: 860px;
    margin: 0 auto;
    padding: 24px 20px 60px;
    background: #fff;
    color: var(--ink);
    font:
      15px/1.5 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      sans-serif;
    font-variant-numeric: tabular-nums;
  }
  h1 {
    font-size: 1.5rem;
    margin: 0 0 4px;
    overflow-wrap: anywhere;
  }
  h2 {
    font-size: 1.15rem;
    margin: 28px 0 8px;
    border-bottom: 1px solid var(--line);
    padding-bottom: 4px;
  }
  h3 {
    font-size: 1rem;
    margin: 20px 0 4px;
  }
  h4 {
    font-size: 0.9rem;
    margin: 12px 0 4px;
    color: var(--muted);
  }
  article + article {
    margin-top: 56px;
    border-top: 3px solid var(--line);
    padding-top: 24px;
  }
  p,
  li,
  td,
  th,
  dd {
    overflow-wrap: anywhere;
  }
  .muted {
    color: var(--muted);
    font-size: 0.85rem;
  }
  .text {
    white-space: pre-line;
  }
  .answer {
    font-size: 1.15rem;
    border-left: 4px solid var(--accent);
    padding: 10px 14px;
    background: var(--soft);
  }
  a {
    color: var(--accent);
  }
  .answer a {
    font-weight: 650;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    margin: 6px 0;
    font-size: 0.88rem;
  }
  th,
  td {
    border-bottom: 1px solid var(--line);
    padding: 3px 8px;
    text-align: left;
    vertical-align: top;
  }
  td.number {
    text-align: right;
    white-space: nowrap;
  }
  th {
    color: var(--muted);
    font-weight: 500;
  }
  code {
    font:
      0.86em ui-monospace,
      Menlo,
      Consolas,
      monospace;
    background: var(--soft);
    padding: 1px 4px;
    border-radius: 3px;
  }
  figure {
    margin: 10px 0;
  }
  figcaption,
  caption {
    color: var(--muted);
    font-size: 0.85rem;
    text-align: left;
  }
  img,
  svg {
    max-width: 100%;
    height: auto;
  }
  img {
    border: 1px solid var(--line);
    background: #dde3e0;
    image-rendering: auto;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    list-style: none;
    padding: 0;
    margin: 6px 0;
    font-size: 0.85rem;
  }
  .legend svg {
    vertical-align: -2px;
    margin-right: 4px;
  }
  details {
    margin: 4px 0;
  }
  section:target,
  li:target {
    outline: 2px solid var(--accent);
    outline-offset: 6px;
    border-radius: 3px;
  }
  @media print {
    body {
      max-width: none;
      padding: 0;
    }
    section {
      break-inside: avoid-page;
    }
  }
`
