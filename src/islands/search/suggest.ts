import { remember, showRecent } from './show-recent.ts'

/** Shows results while the reader types, from the page at the search's URL. Without this script the form works. */
const debounceMs = 250

const form = document.querySelector<HTMLFormElement>('form[action="/search"]:has(#field-q)')
const field = form?.querySelector<HTMLInputElement>('#field-q')
const resultList = document.getElementById('found')
let timer = 0
let request = new AbortController()

const toUrl = (q: string) => (q === '' ? '/search' : `/search?q=${encodeURIComponent(q)}`)

async function showResults(q: string): Promise<void> {
  request.abort()
  request = new AbortController()
  const url = toUrl(q)
  try {
    const response = await fetch(url, { signal: request.signal })
    if (!response.ok || response.redirected) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    resultList?.replaceChildren(...(page.getElementById('found')?.childNodes ?? []))
    document.title = page.title
    history.replaceState(null, '', url)
    showRecent()
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

field?.addEventListener('input', () => {
  clearTimeout(timer)
  const q = field.value.trim()
  if (q === '' || letters(q) >= 2) timer = window.setTimeout(() => void showResults(q), debounceMs)
})

/** Remembers the search of the shown results. Half a word that was only paused at is no search. */
function rememberShown(): void {
  const q = new URL(location.href).searchParams.get('q')?.trim() ?? ''
  if (letters(q) >= 2) remember(q)
}

// A search that was sent, and one whose result is opened.
rememberShown()
resultList?.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) rememberShown()
})
showRecent()
