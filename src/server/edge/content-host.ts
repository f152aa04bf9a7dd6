import { contentResponse, isContentHost } from '#api/index.ts'
import { answerLogged } from './access-log.ts'

/** Serves uploaded content on its own hosts. The host alone decides, not the path. */
export const contentHost = answerLogged(
  'content',
  ({ host }, _, env) => isContentHost(host, env.CONTENT_ORIGIN),
  contentResponse,
)
