/** Announces how many educations match while the filters change, before the reader asks for the list. */
const debounceMs = 300

const form = document.querySelector<HTMLFormElement>('#education-filters')
const announced = document.getElementById('live-count')
let timer = 0
let request = new AbortController()

function toUrl(filters: HTMLFormElement): URL {
  const url = new URL(filters.action)
  for (const [name, value] of new FormData(filters)) url.searchParams.append(name, String(value))
  return url
}

/** Reads the number from the page that the form would open, in its words. Without an answer the field is empty. */
async function showCount(filters: HTMLFormElement): Promise<void> {
  request.abort()
  request = new AbortController()
  const { signal } = request
  const count = await fetch(toUrl(filters), { signal })
    .then(async (response) => (response.ok && !response.redirected ? await response.text() : ''))
    .then((html) => new DOMParser().parseFromString(html, 'text/html').getElementById('education-count')?.textContent)
    .catch(() => '')
  if (!signal.aborted) announced?.replaceChildren(count ?? '')
}

form?.addEventListener('change', () => {
  clearTimeout(timer)
  timer = window.setTimeout(() => void showCount(form), debounceMs)
})

export {}
