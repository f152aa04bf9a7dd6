import { element } from './element.js'

const STATUS_TEXTS = {
  saving: 'Sparar …',
  saved: 'Sparat',
  waiting: 'Ingen kontakt',
  expired: 'Utloggad',
  preview: 'Förhandsvisning',
}

const ALERTS = {
  waiting: 'Vi når inte portalen just nu. Fortsätt gärna – vi försöker igen och sparar så fort det går.',
  expired: 'Inloggningen har gått ut och det du gör nu sparas inte. Stäng kursen och öppna den igen.',
}

/** Creates the frame around the slides: progress, save state, back and next. */
export function createShell({ title, slides, on }) {
  const status = element('p', { class: 'status' })
  const alert = element('div', { class: 'alert', role: 'alert', hidden: true })
  const steps = slides.map((slide, place) =>
    element(
      'button',
      { type: 'button', onclick: () => on.go(slide.id) },
      element('span', {}, `${place + 1}. ${slide.title}`),
    ),
  )
  const back = element('button', { type: 'button', class: 'back' }, element('span', {}, 'Föregående'))
  const forth = element('button', { type: 'button', class: 'forth primary' })
  const main = document.querySelector('main')
  let current = slides[0]

  document
    .querySelector('header.bar')
    .append(
      element(
        'nav',
        { class: 'steps', 'aria-label': 'Avsnitt' },
        element('ol', {}, ...steps.map((step) => element('li', {}, step))),
      ),
      status,
    )
  main.before(alert)
  main.after(element('footer', { class: 'pager' }, back, forth))
  document.documentElement.classList.add('plays')

  const neighbour = (step) => slides[slides.indexOf(current) + step]
  const turn = (step) => neighbour(step) && on.go(neighbour(step).id)
  back.addEventListener('click', () => turn(-1))
  forth.addEventListener('click', () => turn(1))
  addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, summary')) return
    if (event.key === 'ArrowRight') turn(1)
    if (event.key === 'ArrowLeft') turn(-1)
  })
  main.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]')
    if (!link) return
    event.preventDefault()
    on.go(link.hash.slice(1))
  })

  const focusHeading = () => {
    scrollTo(0, 0)
    current.section.querySelector('h2')?.focus({ preventScroll: true })
  }

  return {
    /** True when the slide or the one before it has been seen. */
    isOpen: (slide, seen) => isOpen(slides.indexOf(slide), slides, seen),

    show(slide, seen) {
      current = slide
      for (const each of slides) each.section.hidden = each !== slide
      for (const [place, step] of steps.entries())
        mark(step, {
          isCurrent: slides[place] === slide,
          isSeen: seen.includes(slides[place].id),
          isOpen: isOpen(place, slides, seen),
        })
      back.disabled = !neighbour(-1)
      forth.hidden = !neighbour(1)
      forth.replaceChildren(element('small', {}, 'Nästa'), element('span', {}, neighbour(1)?.title ?? ''))
      document.title = `${slide.title} – ${title}`
      focusHeading()
    },

    focusHeading,

    /** Focuses the explanation of the answer, with the next button in sight. */
    focusVerdict() {
      const verdict = current.section.querySelector('.verdict')
      verdict.focus({ preventScroll: true })
      verdict.nextElementSibling.scrollIntoView({ block: 'nearest' })
    },

    tellStatus(state) {
      status.textContent = STATUS_TEXTS[state]
      status.dataset.state = state
      if (alert.dataset.state === state) return
      alert.dataset.state = state
      alert.hidden = !ALERTS[state]
      alert.textContent = ALERTS[state] ?? ''
    },

    /** Resolves when the learner wants to try again. */
    offerRetry: () =>
      new Promise((tried) => {
        const again = element('button', { type: 'button', class: 'primary' }, 'Försök igen')
        again.addEventListener('click', () => {
          alert.hidden = true
          tried()
        })
        alert.replaceChildren('Vi når inte portalen, så vi vet inte hur långt du har kommit. ', again)
        alert.hidden = false
      }),
  }
}

const isOpen = (place, slides, seen) =>
  place === 0 || seen.includes(slides[place].id) || seen.includes(slides[place - 1].id)

function mark(step, { isCurrent, isSeen, isOpen: mayOpen }) {
  step.toggleAttribute('aria-current', isCurrent)
  if (isCurrent) step.setAttribute('aria-current', 'step')
  step.classList.toggle('seen', isSeen)
  step.disabled = !mayOpen
}
