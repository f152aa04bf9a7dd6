/**
 * Moves between the rows of a list that opts in with `data-list-keys`: `tr` of a table's body, or `li`. The focus is on
 * the first link or button of a row, so Enter opens it.
 */
const rowSelector = '[data-list-keys] > tbody > tr:not([data-details]), [data-list-keys] > li'
const mainSelector = 'a[href], button:not([disabled])'
const boxSelector = 'input[type="checkbox"]:not([disabled])'

const isVisible = (row: HTMLElement) => row.offsetParent !== null

const rowOf = (element: Element | null) => {
  const row = element?.closest('[data-details]')?.previousElementSibling ?? element
  return row?.closest<HTMLElement>(rowSelector) ?? null
}

/** The row that is open beside the list, from which moving begins outside the list; null without one. */
const openRow = () => rowOf(document.querySelector(`:is(${rowSelector}) [aria-current="true"]`))

/**
 * Focuses the link, button or box of the next (1) or previous (-1) visible row of the page's list, and scrolls to it;
 * from outside the list, the one beside the row that is open, else the first (1) or last row. At an end it stays on the
 * row. Returns whether the row had something to focus; false for an empty list.
 */
export function moveInList(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)].filter(isVisible)
  if (rows.length === 0) return false
  const current = rowOf(document.activeElement) ?? openRow()
  const at = current ? rows.indexOf(current) : -1
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1)
  const row = rows[next]
  const target = row?.querySelector<HTMLElement>(mainSelector) ?? row?.querySelector<HTMLElement>(boxSelector)
  target?.focus()
  row?.scrollIntoView({ block: 'nearest' })
  return target !== undefined && target !== null
}

/**
 * Ticks or unticks, as by a click, the row of the list that holds `focused`. Returns whether that row has an enabled
 * checkbox; false outside a row.
 */
export function selectRow(focused: Element | null): boolean {
  const box = rowOf(focused)?.querySelector<HTMLInputElement>(boxSelector)
  box?.click()
  return box !== undefined && box !== null
}

/**
 * Opens the panel of the row that holds `focused`, beside the list, or closes it. Returns whether that row has one;
 * false outside a row.
 */
export function peekRow(focused: Element | null): boolean {
  const opener = rowOf(focused)?.querySelector<HTMLElement>('[data-peek]')
  opener?.click()
  return opener !== undefined && opener !== null
}
