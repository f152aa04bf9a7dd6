import { addRecent, clearRecent, readRecent, removeRecent } from './recent-searches.ts'

/** Shows the reader's recent searches in the section that the server rendered for them, and removes them on demand. */
const readerId = document.documentElement.dataset['user'] ?? ''

/** Remembers a search of the reader in this browser, as `addRecent`. */
export const remember = (text: string): void => addRecent(readerId, text)

function createRow(template: HTMLTemplateElement, text: string, onRemove: () => void): DocumentFragment {
  // A clone of a template's fragment is one.
  const row = template.content.cloneNode(true) as DocumentFragment
  const link = row.querySelector('a')
  if (link) {
    link.textContent = text
    // The document of a template has no base for `link.search`.
    link.href = `/search?q=${encodeURIComponent(text)}`
  }
  const button = row.querySelector('button')
  if (button) button.ariaLabel = `${button.ariaLabel} ${text}`
  button?.addEventListener('click', onRemove)
  return row
}

/**
 * Fills the section with the recent searches, each with a button that removes it, and wires the button that removes
 * all; hides it without any. After a removal the first remaining button or the search field has the focus. Does nothing
 * on a page without the section.
 */
export function showRecent(): void {
  const section = document.getElementById('recent-searches')
  const list = section?.querySelector('ul')
  const template = section?.querySelector('template')
  if (!section || !list || !template) return
  const fill = () => {
    const texts = readRecent(readerId)
    list.replaceChildren(
      ...texts.map((text) =>
        createRow(template, text, () => {
          removeRecent(readerId, text)
          refill()
        }),
      ),
    )
    section.hidden = texts.length === 0
  }
  /** Fills the section after a removal, which takes the focused button away: the next one, or the field, gets it. */
  const refill = () => {
    fill()
    const next = list.querySelector('button') ?? document.getElementById('field-q')
    next?.focus()
  }
  section.querySelector<HTMLElement>('[data-clear]')?.addEventListener('click', () => {
    clearRecent(readerId)
    refill()
  })
  fill()
}
