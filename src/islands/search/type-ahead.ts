import { api } from '../client/api.ts'

/**
 * Suggests educations below a search field while its reader types, as a combobox of ARIA 1.2. The focus stays in the
 * field, the arrows choose, Enter opens what is chosen and otherwise searches. Without this script the field searches.
 */
const debounceMs = 200
const maxSuggestions = 6

interface Suggestion {
  title: string
  href: string
}

async function fetchSuggestions(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { educations } = await api('GET /search', { query: { q, limit: maxSuggestions } }, { signal })
  return educations.items.map(({ id, title }) => ({ title, href: `/education/${id}` }))
}

const steps: readonly string[] = ['ArrowDown', 'ArrowUp', 'Escape']

const optionClass =
  'block cursor-pointer rounded-control px-3 py-2.5 aria-selected:bg-accent-soft aria-selected:text-accent-ink hover:bg-hover'

function createList(field: HTMLInputElement): HTMLUListElement {
  const list = document.createElement('ul')
  list.id = `${field.id}-suggestions`
  list.role = 'listbox'
  list.ariaLabel = field.dataset['suggests'] ?? ''
  list.hidden = true
  list.className = 'panel absolute top-full right-0 left-0 z-20 mt-1 p-1'
  field.closest('.relative')?.insertAdjacentElement('beforeend', list)
  field.role = 'combobox'
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  field.ariaExpanded = 'false'
  return list
}

function createOption({ title, href }: Suggestion, id: string): HTMLLIElement {
  const option = document.createElement('li')
  option.id = id
  option.role = 'option'
  option.ariaSelected = 'false'
  option.dataset['href'] = href
  option.className = optionClass
  option.textContent = title
  return option
}

function suggest(field: HTMLInputElement): void {
  const list = createList(field)
  const options = () => [...list.children].filter((one) => one instanceof HTMLElement)
  let request = new AbortController()
  let timer = 0

  const choose = (at: number) => {
    for (const [index, option] of options().entries()) option.ariaSelected = String(index === at)
    const chosen = options()[at]
    if (chosen) field.setAttribute('aria-activedescendant', chosen.id)
    else field.removeAttribute('aria-activedescendant')
  }
  const show = (found: readonly Suggestion[]) => {
    list.replaceChildren(...found.map((one, at) => createOption(one, `${list.id}-${at}`)))
    list.hidden = found.length === 0
    field.ariaExpanded = String(found.length > 0)
    choose(-1)
  }
  const find = async () => {
    request.abort()
    request = new AbortController()
    const q = field.value.trim()
    try {
      const found = q.length < 2 ? [] : await fetchSuggestions(q, request.signal)
      if (document.activeElement === field) show(found)
    } catch {
      // Another letter was typed, or there is no connection: the field still searches.
      show([])
    }
  }
  const current = () => options().findIndex(({ ariaSelected }) => ariaSelected === 'true')
  const press = (key: string) => {
    if (key === 'ArrowDown') return choose((current() + 1) % options().length)
    if (key === 'ArrowUp') return choose((current() <= 0 ? options().length : current()) - 1)
    if (key === 'Escape') return show([])
    location.assign(options()[current()]?.dataset['href'] ?? '')
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void find(), debounceMs)
  })
  field.addEventListener('keydown', (event) => {
    const isKnown = steps.includes(event.key) || (event.key === 'Enter' && current() >= 0)
    if (list.hidden || !isKnown) return
    event.preventDefault()
    press(event.key)
  })
  field.addEventListener('blur', () => show([]))
  // Before the blur, which would take the option away.
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=option]') : null
    if (option) location.assign(option.dataset['href'] ?? '')
  })
}

for (const field of document.querySelectorAll<HTMLInputElement>('input[data-suggests]')) suggest(field)
