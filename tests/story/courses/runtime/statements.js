const VERBS = 'http://adlnet.gov/expapi/verbs/'
const ACTIVITIES = 'http://adlnet.gov/expapi/activities/'
const LANGUAGE = 'sv-SE'

/** Builds statements for one launch. `now` and `newId` are parameters so that tests can fix them. */
export function statementsFor({ activityId, title, actor, registration, now, newId }) {
  const course = {
    objectType: 'Activity',
    id: activityId,
    definition: { type: `${ACTIVITIES}course`, name: text(title) },
  }
  const idOf = (part) => `${activityId.replace(/\/$/, '')}/${part}`

  const statement = (verb, object, result, parents) => ({
    id: newId(),
    timestamp: now().toISOString(),
    actor,
    verb: { id: VERBS + verb, display: { 'en-US': verb } },
    object,
    ...(result && { result }),
    context: {
      language: LANGUAGE,
      ...(registration && { registration }),
      contextActivities: { grouping: [{ id: activityId }], ...(parents && { parent: parents }) },
    },
  })

  return {
    initialized: () => statement('initialized', course),
    terminated: (milliseconds) => statement('terminated', course, { duration: duration(milliseconds) }),
    experienced: (slide) =>
      statement('experienced', part(idOf(slide.id), 'lesson', slide.title), undefined, [{ id: activityId }]),
    answered: (question, choiceId, isRight) =>
      statement(
        'answered',
        interaction(idOf(`prov/${question.id}`), question),
        { response: choiceId, success: isRight },
        [{ id: idOf('prov') }],
      ),
    failed: (score, milliseconds) => statement('failed', course, graded(score, false, milliseconds)),
    passed: (score, milliseconds) => statement('passed', course, graded(score, true, milliseconds)),
    completed: (milliseconds) =>
      statement('completed', course, { completion: true, success: true, duration: duration(milliseconds) }),
  }
}

const graded = (score, success, milliseconds) => ({
  score: { scaled: Number(score.scaled.toFixed(4)), raw: score.right, min: 0, max: score.all },
  success,
  ...(success && { completion: true }),
  duration: duration(milliseconds),
})

const part = (id, type, name) => ({
  objectType: 'Activity',
  id,
  definition: { type: ACTIVITIES + type, name: text(name) },
})

const interaction = (id, question) => ({
  objectType: 'Activity',
  id,
  definition: {
    type: `${ACTIVITIES}cmi.interaction`,
    interactionType: 'choice',
    name: text(question.text),
    correctResponsesPattern: [question.right],
    choices: question.choices.map((choice) => ({ id: choice.id, description: text(choice.text) })),
  },
})

const text = (value) => ({ [LANGUAGE]: value })

const duration = (milliseconds) => `PT${(milliseconds / 1000).toFixed(2)}S`
