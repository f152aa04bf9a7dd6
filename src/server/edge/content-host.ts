import { contentResponse, isContentHost } from '#api/index.ts'
import { answerLogged } from './access-log.ts'

/** Serves uploaded content on hosts of its own, by the host alone. */
export const contentHost = answerLogged(
  'content',
  ({ host }, _, env) => isContentHost(host, env.CONTENT_ORIGIN),
  contentResponse,
)
