import { contentResponse, isContentHost } from '#api/index.ts'
import { withAccessLog } from './access-log.ts'

/**
 * Serves uploaded content on its own hosts, and passes on requests to other hosts. The host alone decides, not the
 * path.
 */
export const contentHost = withAccessLog(
  'content',
  ({ host }, _, env) => isContentHost(host, env.CONTENT_ORIGIN),
  contentResponse,
)
