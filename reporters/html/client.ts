/**
 * The script of the report page. It filters the list, keeps the filters in the URL's fragment, opens what a
 * fragment names, copies commands, and opens failures for printing. Without it the page reads whole.
 */
export const CLIENT = `(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('js');
  const form = document.getElementById('filters');
  const shown = document.getElementById('shown');
  const rows = [...document.querySelectorAll('.requirement')];
  const folds = [...document.querySelectorAll('.operation, .kept')];
  const openAtFirst = new Set(folds.filter((fold) => fold.open));

  const read = () => {
    const data = new FormData(form);
    const filters = ['verdict', 'level', 'op', 'kind', 'q'].map((name) => [name, data.getAll(name).join(',')]);
    return new URLSearchParams(filters.filter(([, value]) => value));
  };

  const write = (query) => {
    for (const field of form.elements) {
      const value = query.get(field.name) || '';
      if (field.type === 'checkbox') field.checked = value.split(',').includes(field.value);
      else if (field.name) field.value = value;
    }
  };

  const matches = (row, query) => {
    for (const name of ['verdict', 'level', 'op', 'kind']) {
      const wanted = query.get(name);
      if (wanted && !wanted.split(',').includes(row.dataset[name])) return false;
    }
    return row.dataset.text.includes((query.get('q') || '').toLowerCase());
  };

  const apply = () => {
    const query = read();
    const isFiltered = [...query].length > 0;
    let n = 0;
    for (const row of rows) {
      row.hidden = !matches(row, query);
      if (!row.hidden) n += 1;
    }
    for (const fold of folds) {
      const some = fold.querySelector('.requirement:not([hidden])') !== null;
      fold.hidden = isFiltered && !some;
      fold.open = isFiltered ? some : openAtFirst.has(fold);
    }
    shown.textContent = n === 0 ? 'No requirement matches.' : n + ' of ' + rows.length + ' requirements shown.';
    return query;
  };

  const keep = () => {
    const text = apply().toString();
    history.replaceState(null, '', text ? '#' + text : location.pathname + location.search);
  };

  const reveal = (id) => {
    const target = document.getElementById(id);
    if (!target) return;
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS') at.open = true;
      at.hidden = false;
    }
    const inside = target.matches('article') && target.querySelector('details');
    if (inside) inside.open = true;
    target.scrollIntoView();
  };

  const follow = () => {
    const fragment = location.hash.slice(1);
    if (fragment.includes('=')) {
      write(new URLSearchParams(fragment));
      apply();
    } else {
      apply();
      if (fragment) reveal(decodeURIComponent(fragment));
    }
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page opened from a file has no clipboard in some browsers.
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  };

  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]');
    if (button) {
      await copy(button.parentElement.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
      return;
    }
    const cell = event.target.closest('[data-filter]');
    if (cell && form) {
      event.preventDefault();
      write(new URLSearchParams(cell.dataset.filter));
      history.pushState(null, '', '#' + cell.dataset.filter);
      apply();
      document.getElementById('requirements').scrollIntoView();
      form.querySelector('input').focus({ preventScroll: true });
    }
  });

  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('.finding > details')) details.open = true;
  });
  if (!form) return;
  form.addEventListener('input', keep);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(keep));
  addEventListener('hashchange', follow);
  addEventListener('popstate', follow);
  follow();
})();`;
