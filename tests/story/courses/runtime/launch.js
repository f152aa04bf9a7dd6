/**
 * Reads the launch parameters from the address: record store, learner and activity. Without them the course is a
 * preview.
 */
export function readLaunch(search, ownActivityId) {
  const query = new URLSearchParams(search)
  const endpoint = query.get('endpoint')
  const actor = parsed(query.get('actor'))
  return {
    activityId: query.get('activity_id') || ownActivityId,
    registration: query.get('registration') || undefined,
    store: endpoint && actor ? { endpoint: endpoint.replace(/\/*$/, '/'), auth: query.get('auth') ?? '', actor } : null,
  }
}

function parsed(json) {
  try {
    return JSON.parse(json ?? 'null')
  } catch {
    return null
  }
}
