import { parseShortcutState, shortcutCookie } from '../shortcut-cookie.ts'
import { findShortcut, type Shortcut } from '../shortcut-rules.ts'
import { moveInList, peekRow, selectRow } from './list-keys.ts'

/** Time in which a letter follows `g`. */
const goWithinMs = 1500

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

const typing =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="listbox"], [role="menu"]'
/** Boxes and radio buttons take no letters. */
const tickable = 'input[type="checkbox"], input[type="radio"]'

const isTypingInto = (target: EventTarget | null) =>
  target instanceof Element && target.closest(typing) !== null && !target.matches(tickable)

const readState = () => parseShortcutState(new RegExp(`(?:^|; )${shortcutCookie}=(\\w+)`).exec(document.cookie)?.[1])

function remember(isOn: boolean) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser that we serve
  document.cookie = `${shortcutCookie}=${isOn ? 'on' : 'off'}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
  for (const button of document.querySelectorAll<HTMLElement>('[data-turns-shortcuts]'))
    button.hidden = (button.dataset['turnsShortcuts'] === 'on') === isOn
}

/** Lists the pages that a letter after `g` opens, by the links of the navigation. */
function listGoPages() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-go]')]
  const rows = links.map(({ dataset, textContent, title }) => ({
    key: dataset['go'] ?? '',
    label: title || textContent.trim(),
  }))
  return [...new Map(rows.map((row) => [row.key, row])).values()]
}

/** Lists the keys of the page's own buttons, by their place on the page. */
function listOwnKeys() {
  const buttons = [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts]')]
  return buttons.map((button) => ({
    key: button.getAttribute('aria-keyshortcuts') ?? '',
    label: button.getAttribute('aria-label') ?? button.textContent.trim(),
  }))
}

let isOpen = false

/** Loads what a dialog needs on its first opening, and opens it unless another one is open. */
async function openOnce(open: (onClose: () => void) => Promise<void>) {
  if (isOpen) return
  isOpen = true
  const release = () => {
    isOpen = false
  }
  await open(release).catch((error: unknown) => {
    release()
    throw error
  })
}

/** Collects the letters that are typed until the returned function is called, and keeps them from the page. */
function collectTyping() {
  let text = ''
  const collect = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', collect, true)
  return () => {
    removeEventListener('keydown', collect, true)
    return text
  }
}

/** Opens the palette with what was typed while it loaded; where its files cannot be loaded, the page of the search. */
const openPalette = () =>
  openOnce(async (onClose) => {
    const stopCollecting = collectTyping()
    try {
      const { openPalette: open } = await import('#islands/palette/open.tsx')
      open({ takeText: stopCollecting, onClose })
    } catch {
      location.assign(`/search?q=${encodeURIComponent(stopCollecting())}`)
    }
  })

const openSheet = () =>
  openOnce(async (onClose) => {
    const { openShortcutSheet } = await import('#islands/palette/open.tsx')
    const options = {
      pages: listGoPages(),
      own: listOwnKeys(),
      modifier: isMac ? '⌘' : 'Ctrl',
      isOn: readState() === 'on',
    }
    openShortcutSheet({ ...options, onSwitch: remember }, onClose)
  })

let goPressedAt = 0

/** Performs a shortcut; false leaves the key to the page. */
function perform(shortcut: Shortcut): boolean {
  if (shortcut.kind === 'palette') void openPalette()
  else if (shortcut.kind === 'sheet') void openSheet()
  else if (shortcut.kind === 'go-next') goPressedAt = Date.now()
  else if (shortcut.kind === 'go') return goTo(shortcut.key)
  else if (shortcut.kind === 'row-select') return selectRow(document.activeElement)
  else if (shortcut.kind === 'row-peek') return peekRow(document.activeElement)
  else return moveInList(shortcut.kind === 'row-next' ? 1 : -1)
  return true
}

function goTo(key: string): boolean {
  const link = document.querySelector<HTMLAnchorElement>(`a[data-go="${key}"]`)
  if (link) location.assign(link.href)
  return link !== null
}

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.repeat) return
  const isAfterGo = Date.now() - goPressedAt < goWithinMs
  const shortcut = findShortcut({
    key: event.key,
    hasCommand: isMac ? event.metaKey : event.ctrlKey,
    hasAlt: event.altKey,
    isTyping: isTypingInto(event.target),
    hasDialog: document.querySelector('dialog:modal') !== null,
    isOn: readState() === 'on',
    isAfterGo,
  })
  goPressedAt = 0
  if (shortcut && perform(shortcut)) event.preventDefault()
}

/**
 * Connects the keyboard shortcuts of `findShortcut`, and the buttons that open the palette or the list of shortcuts. A
 * cookie may turn the single keys off; `g` waits 1.5 seconds for its letter. Loads no dialog before it is opened, and
 * leads to the search page when the palette cannot be loaded. A click with Ctrl, ⌘ or Shift follows the palette's link
 * instead.
 */
export function wireShortcuts() {
  document.addEventListener('keydown', press)
  for (const opener of document.querySelectorAll('[data-opens="palette"]')) {
    const shown = opener.querySelector('[data-modifier]')
    if (shown && isMac) shown.textContent = '⌘'
    opener.addEventListener('click', (event) => {
      if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return
      event.preventDefault()
      void openPalette()
    })
  }
  for (const opener of document.querySelectorAll('[data-opens="shortcuts"]'))
    opener.addEventListener('click', () => void openSheet())
}
