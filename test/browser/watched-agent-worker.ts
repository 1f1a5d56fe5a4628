/** The agent's worker, which also tells what texts it hands to its embedding worker. */
import './watch-embedding.ts'
import '../../workers/agent.ts'
