const adl = (name: string) => `http://adlnet.gov/expapi/verbs/${name}`
const profile = (name: string) => `https://w3id.org/xapi/adl/verbs/${name}`
const cmi5 = (name: string) => `https://w3id.org/xapi/cmi5/${name}`

/** The verbs of cmi5 (9.3). */
export const verbs = {
  launched: adl('launched'),
  initialized: adl('initialized'),
  completed: adl('completed'),
  passed: adl('passed'),
  failed: adl('failed'),
  terminated: adl('terminated'),
  abandoned: profile('abandoned'),
  waived: profile('waived'),
  satisfied: profile('satisfied'),
} as const

export const categories = {
  cmi5: cmi5('context/categories/cmi5'),
  moveOn: cmi5('context/categories/moveon'),
} as const

export const extensions = {
  session: cmi5('context/extensions/sessionid'),
  masteryScore: cmi5('context/extensions/masteryscore'),
  launchMode: cmi5('context/extensions/launchmode'),
  launchUrl: cmi5('context/extensions/launchurl'),
  moveOn: cmi5('context/extensions/moveon'),
  launchParameters: cmi5('context/extensions/launchparameters'),
} as const

export const activityTypes = {
  block: cmi5('activitytype/block'),
  course: cmi5('activitytype/course'),
} as const
