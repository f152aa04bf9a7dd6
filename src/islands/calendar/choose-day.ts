/** In a narrow month the chosen day alone is shown; without a script its days stand below each other. */
const month = document.querySelector<HTMLElement>('[data-month-days]')
const links = [...(month?.querySelectorAll<HTMLAnchorElement>('a[data-day]') ?? [])]
const sectionOf = (link: HTMLAnchorElement) => document.getElementById(link.hash.slice(1))

function choose(chosen: HTMLAnchorElement): void {
  for (const link of links) {
    if (link === chosen) link.setAttribute('aria-current', 'date')
    else link.removeAttribute('aria-current')
    sectionOf(link)?.classList.toggle('[@media(scripting:enabled)]:hidden', link !== chosen)
  }
}

/** As many steps as there are days to the next in that direction; the arrows go along days with something to choose. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

for (const [at, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    choose(link)
    history.replaceState(history.state, '', link.hash)
  })
  link.addEventListener('keydown', (event) => {
    const next = links[at + (steps[event.key] ?? 0)]
    if (!next || next === link) return
    event.preventDefault()
    next.focus()
  })
}

const opened = links.find(({ hash }) => hash === location.hash)
if (opened) choose(opened)
