import { showArtwork } from './artwork.js'
import { element } from './element.js'
import { neededOf, nextQuestion, scoreOf } from './quiz.js'

/** Creates the view of a quiz attempt inside its slide; the rules are in quiz.js. */
export function createQuizView({ root, figure, questions, art, on }) {
  let stopArtwork = () => {}
  const byId = Object.fromEntries(questions.map((question) => [question.id, question]))

  function show(key, ...children) {
    stopArtwork()
    stopArtwork = showArtwork(figure, art[key])
    root.replaceChildren(...children)
  }

  return {
    stop: () => stopArtwork(),

    intro(best) {
      const start = element('button', { type: 'button', class: 'primary', onclick: on.start }, 'Starta provet')
      show(
        'prov',
        heading('Dags att visa vad du kan'),
        element(
          'p',
          { class: 'lead' },
          `${questions.length} frågor. Du behöver ${neededOf(questions)} rätt för att bli godkänd.`,
        ),
        element(
          'p',
          {},
          'Efter varje svar får du veta varför det var rätt eller fel. Går det inte vägen gör du bara om provet – så många gånger du vill.',
        ),
        ...(best
          ? [element('p', { class: 'note' }, `Ditt bästa resultat hittills: ${best} av ${questions.length} rätt.`)]
          : []),
        element('p', { class: 'actions' }, start),
      )
    },

    question(attempt, id) {
      const question = byId[id]
      const place = attempt.questions.indexOf(id) + 1
      const choices = attempt.choices[id].map((choiceId) => question.choices.find((choice) => choice.id === choiceId))
      const confirm = element('button', { type: 'submit', class: 'primary', disabled: true }, 'Svara')
      const form = element(
        'form',
        {
          onchange: () => {
            confirm.disabled = false
          },
          onsubmit: (event) => {
            event.preventDefault()
            on.answer(id, new FormData(form).get('svar'))
          },
        },
        element(
          'fieldset',
          {},
          element('legend', {}, kicker(`Fråga ${place} av ${questions.length}`), heading(question.text)),
          ...choices.map((choice) => option(choice)),
        ),
        element('p', { class: 'actions' }, confirm),
      )
      show(question.art, form)
    },

    verdict(attempt, id) {
      const question = byId[id]
      const isRight = attempt.answers[id] === question.right
      const isLast = nextQuestion(attempt) === null
      const choices = attempt.choices[id].map((choiceId) => question.choices.find((choice) => choice.id === choiceId))
      show(
        question.art,
        kicker(`Fråga ${attempt.questions.indexOf(id) + 1} av ${questions.length}`),
        heading(question.text),
        element('ul', { class: 'options' }, ...choices.map((choice) => judged(choice, question, attempt.answers[id]))),
        element(
          'div',
          { class: isRight ? 'verdict right' : 'verdict wrong', tabindex: '-1' },
          element('strong', {}, isRight ? 'Rätt!' : 'Inte riktigt.'),
          ` ${question.why}`,
        ),
        element(
          'p',
          { class: 'actions' },
          element(
            'button',
            { type: 'button', class: 'primary', onclick: on.next },
            isLast ? 'Visa resultatet' : 'Nästa fråga',
          ),
        ),
      )
    },

    result(attempt) {
      const score = scoreOf(attempt, questions)
      const missed = questions.filter((question) => attempt.answers[question.id] !== question.right)
      show(
        score.isPassed ? 'godkand' : 'underkand',
        kicker('Resultat'),
        heading(score.isPassed ? 'Godkänt – snyggt kört!' : 'Inte godkänt den här gången'),
        element('p', { class: 'score' }, element('b', {}, String(score.right)), ` av ${score.all} rätt`),
        element(
          'p',
          {},
          score.isPassed
            ? 'Resultatet skickas in av sig självt. Du kan gå tillbaka och läsa när du vill.'
            : `Du behöver ${neededOf(questions)} rätt. Läs gärna om det som blev fel och försök igen.`,
        ),
        ...(missed.length ? [repeatList(missed)] : []),
        element(
          'p',
          { class: 'actions' },
          ...(score.isPassed
            ? [element('button', { type: 'button', class: 'primary', onclick: on.finish }, 'Avsluta kursen')]
            : []),
          element(
            'button',
            { type: 'button', class: score.isPassed ? '' : 'primary', onclick: on.start },
            score.isPassed ? 'Gör om provet' : 'Försök igen',
          ),
        ),
      )
    },

    finished() {
      show(
        'godkand',
        kicker('Klart'),
        heading('Du är klar med kursen'),
        element(
          'p',
          { class: 'lead' },
          'När det står ”Sparat” uppe till höger har ditt resultat nått fram, och du kan stänga kursen.',
        ),
        element('p', { class: 'actions' }, element('button', { type: 'button', onclick: on.start }, 'Gör om provet')),
      )
    },
  }

  function repeatList(missed) {
    const link = ({ slide, slideTitle }) => element('li', {}, element('a', { href: `#${slide}` }, slideTitle))
    const slides = new Map(missed.map((question) => [question.slide, question]))
    return element(
      'div',
      { class: 'note' },
      element('strong', {}, 'Läs mer om'),
      element('ul', {}, ...[...slides.values()].map(link)),
    )
  }
}

const kicker = (text) => element('span', { class: 'kicker' }, text)
const heading = (text) => element('h2', { tabindex: '-1' }, text)

const option = (choice) =>
  element(
    'label',
    { class: 'option' },
    element('input', { type: 'radio', name: 'svar', value: choice.id, required: true }),
    element('span', {}, choice.text),
  )

function judged(choice, question, given) {
  const isRight = choice.id === question.right
  const mark = isRight ? 'Rätt svar' : choice.id === given ? 'Ditt svar' : ''
  const kind = isRight ? 'right' : choice.id === given ? 'wrong' : ''
  return element(
    'li',
    { class: `option ${kind}` },
    element('span', {}, choice.text),
    ...(mark ? [element('em', {}, mark)] : []),
  )
}
