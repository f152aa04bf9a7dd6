import { type Check, type Json, listOf, oneOf, shape, text } from './check.ts'
import { extensions, iri, languageMap } from './formats.ts'

const component = shape({ needs: { id: text }, may: { description: languageMap } })

const components: Check = (value, at) => {
  const wrong = listOf(component)(value, at)
  if (wrong) return wrong
  // The check above makes this cast safe.
  const ids = (value as Json[]).map((one) => one['id'])
  return new Set(ids).size === ids.length ? null : `${at} has the same id twice`
}

/** Component lists that each kind of interaction may have. */
const componentListsByType: Record<string, readonly string[]> = {
  'true-false': [],
  choice: ['choices'],
  'fill-in': [],
  'long-fill-in': [],
  matching: ['source', 'target'],
  performance: ['steps'],
  sequencing: ['choices'],
  likert: ['scale'],
  numeric: [],
  other: [],
}

const componentLists = ['choices', 'scale', 'source', 'target', 'steps']

function fitting(definition: Json, at: string): string | null {
  const presentLists = componentLists.filter((name) => Object.hasOwn(definition, name))
  const kind = definition['interactionType']
  if (kind === undefined) {
    const question =
      presentLists[0] ?? (Object.hasOwn(definition, 'correctResponsesPattern') ? 'correctResponsesPattern' : null)
    return question === null ? null : `${at}.interactionType is missing, and there is ${question}`
  }
  const foreign = presentLists.find((name) => !componentListsByType[String(kind)]?.includes(name))
  return foreign === undefined ? null : `${at}.${foreign} does not belong to ${String(kind)}`
}

const definition = shape({
  may: {
    name: languageMap,
    description: languageMap,
    type: iri,
    moreInfo: iri,
    extensions,
    interactionType: oneOf(...Object.keys(componentListsByType)),
    correctResponsesPattern: listOf(text),
    ...Object.fromEntries(componentLists.map((name) => [name, components])),
  },
  together: fitting,
})

/** Checks an activity with its definition. */
export const activity: Check = shape({
  needs: { id: iri },
  may: { objectType: oneOf('Activity'), definition },
})

const oneOrMore: Check = (value, at) => (Array.isArray(value) ? listOf(activity)(value, at) : activity(value, at))

/** Checks the activities in the context of a statement; each kind may be a list or a single activity. */
export const contextActivities = shape({
  may: { parent: oneOrMore, grouping: oneOrMore, category: oneOrMore, other: oneOrMore },
})
