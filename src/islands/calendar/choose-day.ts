/** Shows only the chosen day of a narrow month; without scripts all days stand below each other. */
const month = document.querySelector<HTMLElement>('[data-month-days]')
const links = [...(month?.querySelectorAll<HTMLAnchorElement>('a[data-day]') ?? [])]
const findSection = (link: HTMLAnchorElement) => document.getElementById(link.hash.slice(1))

function choose(chosenLink: HTMLAnchorElement): void {
  for (const link of links) {
    if (link === chosenLink) link.setAttribute('aria-current', 'date')
    else link.removeAttribute('aria-current')
    findSection(link)?.classList.toggle('[@media(scripting:enabled)]:hidden', link !== chosenLink)
  }
}

/** Steps of the arrow keys through the days that have a link. */
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
if (opened) {
  choose(opened)
  // A day of the past weeks, which are folded.
  const pastWeeks = month?.querySelector<HTMLInputElement>('[data-past-weeks]')
  if (pastWeeks && !opened.checkVisibility()) pastWeeks.checked = true
}
