/** Shows results while the reader types, from the page at the search's URL. Without this script the form works. */
const debounceMs = 250

const field = document.querySelector<HTMLInputElement>('form[action="/search"] #field-q')
const resultList = document.getElementById('found')
let timer = 0
let request = new AbortController()

async function showResults(q: string): Promise<void> {
  request.abort()
  request = new AbortController()
  const address = `/search?q=${encodeURIComponent(q)}`
  try {
    const response = await fetch(address, { signal: request.signal })
    if (!response.ok || response.redirected) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    resultList?.replaceChildren(...(page.getElementById('found')?.childNodes ?? []))
    document.title = page.title
    history.replaceState(null, '', address)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

field?.addEventListener('input', () => {
  clearTimeout(timer)
  const q = field.value.trim()
  if (letters(q) >= 2) timer = window.setTimeout(() => void showResults(q), debounceMs)
})
