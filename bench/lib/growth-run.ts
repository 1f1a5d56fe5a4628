import { seconds, walkOnce } from './ndvi-walk.ts'
import { syntheticSource } from './synthetic.ts'

/** `node --import tsx growth-run.ts SIDE` prints seconds, CPU seconds and the most memory that a process of its own held. */
const side = Number(process.argv[2])
const THRESHOLD = 0.6
/** Pixels walked before time is taken, of small rasters: compiled code is compared with compiled code. */
const WARM_PIXELS = 500_000_000
const WARM_SIDE = 1000
/** Small rasters are walked so often that the clock can tell. */
const TIMED_PIXELS = 25_000_000

const [small, source] = [syntheticSource(WARM_SIDE), syntheticSource(side)]
const walk = (given: typeof source) => walkOnce(given, THRESHOLD, { ndvi: 0 })

for (let done = 0; done < WARM_PIXELS; done += WARM_SIDE ** 2) await walk(small)
const times = Math.max(1, Math.round(TIMED_PIXELS / side ** 2))
const start = seconds()
const before = process.cpuUsage()
for (let time = 0; time < times; time++) await walk(source)
const { user, system } = process.cpuUsage(before)
console.log(
  JSON.stringify({
    seconds: (seconds() - start) / times,
    cpuSeconds: (user + system) / 1e6 / times,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
)
