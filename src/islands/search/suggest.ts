/** Answers while one types: asks for the page's own address and takes its answer over. Without it the form does. */
const pause = 250

const field = document.querySelector<HTMLInputElement>('form[action="/search"] #field-q')
const found = document.getElementById('found')
let waiting = 0
let asking = new AbortController()

async function answer(q: string): Promise<void> {
  asking.abort()
  asking = new AbortController()
  const address = `/search?q=${encodeURIComponent(q)}`
  try {
    const response = await fetch(address, { signal: asking.signal })
    if (!response.ok || response.redirected) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    found?.replaceChildren(...(page.getElementById('found')?.childNodes ?? []))
    document.title = page.title
    history.replaceState(null, '', address)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

field?.addEventListener('input', () => {
  clearTimeout(waiting)
  const q = field.value.trim()
  if (letters(q) >= 2) waiting = window.setTimeout(() => void answer(q), pause)
})
