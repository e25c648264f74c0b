// Sorts and filters the table, and what was found with it. Without this script the page shows everything, worst first.
'use strict';
(() => {
  const table = document.getElementById('lists');
  if (!table) return;
  const [head, body] = [table.tHead.querySelector('.columns'), table.tBodies[0]];
  const found = document.getElementById('found');
  const lists = Array.from(body.rows, (row) => {
    const article = document.getElementById(row.dataset.list);
    const text = `${row.textContent} ${article.textContent}`.toLowerCase();
    return { row, article, text };
  });

  const order = new Intl.Collator('en', { numeric: true }).compare;
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value ?? cell.textContent.trim();
  };
  const sort = (header) => {
    const column = header.cellIndex;
    const sign = header.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    for (const other of head.cells) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
    lists.sort((one, other) => {
      const [a, b] = [value(one.row, column), value(other.row, column)];
      // Empty cells are last in both directions.
      return a === '' || b === '' ? (a === '') - (b === '') : sign * order(a, b);
    });
    body.append(...lists.map((list) => list.row));
    found.append(...lists.map((list) => list.article));
  };
  for (const header of head.cells) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...header.childNodes);
    button.addEventListener('click', () => sort(header));
    header.append(button);
  }

  const form = document.getElementById('filter');
  const shown = document.getElementById('shown');
  const selection = document.getElementById('selection');
  const filter = () => {
    const words = document.getElementById('words').value.toLowerCase().split(/\s+/);
    const boxes = Array.from(form.querySelectorAll('[name=verdict]'));
    const chosen = boxes.filter((box) => box.checked);
    const verdicts = new Set(chosen.map((box) => box.value));
    let count = 0;
    for (const { row, article, text } of lists) {
      const fits = verdicts.has(row.dataset.verdict) && words.every((word) => text.includes(word));
      row.hidden = article.hidden = !fits;
      count += fits;
    }
    shown.value = `${count} of ${lists.length} shown`;
    // A page on paper says what it leaves out.
    const of = chosen.length < boxes.length ? `: ${chosen.map((box) => box.dataset.word).join(', ')}` : '';
    const having = words.filter((word) => word !== '').map((word) => ` “${word}”`);
    const withWords = having.length > 0 ? `, with${having.join('')}` : '';
    selection.textContent = `Shown here: ${count} of ${lists.length} lists${of}${withWords}`;
    selection.hidden = count === lists.length;
  };
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  // A browser that goes back to the page fills the form in again.
  addEventListener('pageshow', filter);
  form.hidden = false;
})();
