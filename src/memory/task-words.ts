import type { TaskType } from '../sensing/task-types.ts'

/** The words by which people of the field name a task. */
export interface TaskWords {
  /** Words that name its subject. */
  readonly core: string
  /** Words that go with it and with others too. */
  readonly near: string
  /** Whether it compares dates: 'change', looks at one: 'state', or may do either. */
  readonly shape: 'change' | 'state' | 'either'
}

/** Subjects that several tasks share: the task is told by what is asked of them. */
const FIRE = 'fire wildfire bushfire blaze burn burned burnt burning flames nbr dnbr'
const WATER = 'water lake reservoir pond lagoon river dam wetland shoreline ndwi mndwi'
const GREEN = 'vegetation plants green greenness ndvi evi savi biomass canopy crops grass'

export const TASK_WORDS: Readonly<Record<TaskType, TaskWords>> = {
  inventory: {
    core: 'inventory loaded files list overview data dates sensors bands available contain acquired acquisition',
    near: 'many scenes layers images describe datasets resolution',
    shape: 'state',
  },
  'index-map': {
    core: 'compute calculate render display draw index picture produce make create layer',
    near: 'map ndvi ndwi nbr ndmi mndwi evi savi bai ndsi ndbi gndvi msavi bsi nbr2 spectral scene image',
    shape: 'state',
  },
  statistics: {
    core: 'statistics mean average median minimum maximum std standard deviation spread range percentile variance typical mode lowest highest',
    near: 'value values summary ndvi ndwi nbr ndmi mndwi evi savi ndsi ndbi histogram distribution scene',
    shape: 'state',
  },
  'burned-area': {
    core: `${FIRE} scar scars charred scorched consumed destroyed ash`,
    near: 'area hectares extent large size total largest how much lost land square kilometres',
    shape: 'either',
  },
  'burn-severity': {
    core: 'severity severe severely intensity badly low moderate high class classes regrowth',
    near: `${FIRE} scar damage damaged`,
    shape: 'either',
  },
  'fire-spread': {
    core: 'spread spreading advance advanced moved move travelled front axis elongated grew propagated run path course towards way',
    near: `${FIRE} scar direction heading wind bearing`,
    shape: 'either',
  },
  'active-fire': {
    core: 'active ongoing burning now currently still flaming alight firms detections',
    near: `${FIRE} hot thermal anomalies radiative power viirs modis`,
    shape: 'state',
  },
  'vegetation-trend': {
    core: 'trend trends slope greening browning years long term decade series yearly annual steadily',
    near: GREEN,
    shape: 'change',
  },
  'vegetation-change': {
    core: GREEN,
    near: 'change changed difference lost loss decline declined decrease gain increase recovered recovery regrown between before after',
    shape: 'change',
  },
  phenology: {
    core: 'phenology season seasonal start end peak green-up senescence onset growing length flowering leaf month',
    near: GREEN,
    shape: 'change',
  },
  drought: {
    core: 'drought dry dryness stress stressed parched vci tci vhi anomaly moisture deficit water-stressed wilting ndmi',
    near: 'vegetation crops condition rain normal index',
    shape: 'either',
  },
  'water-extent': {
    core: `${WATER} open surface`,
    near: 'area extent cover covered hectares large size largest',
    shape: 'state',
  },
  'water-change': {
    core: WATER,
    near: 'area extent size large hectares change changed shrink shrank shrunk shrinking dried dry up recede receded retreat lost loss gained gain expand expanded fill filled grow grew level lower smaller bigger disappear vanished between before after',
    shape: 'change',
  },
  turbidity: {
    core: 'turbidity turbid sediment suspended muddy murky clear clarity chlorophyll algae algal bloom quality plume ndti ndci',
    near: 'water lake river reservoir coast coastal',
    shape: 'state',
  },
  'flood-sar': {
    core: 'flood flooded flooding inundated inundation submerged deluge sar radar backscatter sentinel-1 vv vh',
    near: 'water river extent under',
    shape: 'either',
  },
  'snow-cover': {
    core: 'snow snowy snowfall snowpack ndsi snowline white winter',
    near: 'cover covered share extent mountain area melt glacier',
    shape: 'either',
  },
  'sea-ice': {
    core: 'sea-ice ice floe floes polar arctic antarctic concentration pack lead leads',
    near: 'sea ocean extent edge',
    shape: 'either',
  },
  'surface-temperature': {
    core: 'temperature lst kelvin celsius degrees warm hot cool cold thermal brightness emissivity heat',
    near: 'land surface ground hottest coldest mean',
    shape: 'either',
  },
  'urban-heat': {
    core: 'heat island urban-heat hotter warmer cooler uhi city',
    near: 'urban rural town temperature surroundings countryside built-up thermal',
    shape: 'state',
  },
  'air-moisture': {
    core: 'air atmosphere atmospheric vapour vapor precipitable humidity column humid pwv aerosol',
    near: 'water moisture sky total',
    shape: 'state',
  },
  'night-lights': {
    core: 'night nighttime lights light lit bright radiance dnb nocturnal illumination dark electricity lamps',
    near: 'city viirs settlement',
    shape: 'either',
  },
  'urban-extent': {
    core: 'urban built-up built settlement settlements town city houses buildings sealed impervious sprawl ndbi village roofs concrete',
    near: 'area extent cover covered land share growth',
    shape: 'either',
  },
  deforestation: {
    core: 'deforestation deforested forest forests cleared clearing clearance felled logged logging clear-cut trees tree rainforest woodland cut',
    near: 'lost loss area hectares vegetation since disturbed',
    shape: 'either',
  },
  landslide: {
    core: 'landslide landslides slide mudslide debris slope failure rockfall mass movement slump earthquake',
    near: 'bare scar hillside mountain triggered area',
    shape: 'either',
  },
  terrain: {
    core: 'terrain slope steep steepness aspect elevation dem height altitude hillshade relief hills topography roughness ridge valley contour',
    near: 'mountain highest lowest metres above',
    shape: 'state',
  },
  soil: {
    core: 'soil soils bare clay ferrous iron mineral minerals salinity salty organic bsi tillage ploughed exposed ground erosion',
    near: 'field fields index moisture',
    shape: 'state',
  },
  'zonal-comparison': {
    core: 'zone zones inside outside within class classes compare compared parcel parcels region regions district per each fields against versus than elsewhere',
    near: 'mean average ndvi index higher lower difference differ',
    shape: 'either',
  },
  hotspots: {
    core: 'hotspot hotspots hot-spot hot-spots spots clusters cluster strongest concentrated concentration patches extreme anomalies outliers top percent',
    near: 'highest largest values index pixels where many',
    shape: 'either',
  },
  'change-direction': {
    core: 'direction sector quadrant centre center side lie lies located relative north south east west northeast northwest southeast southwest compass seen part half',
    near: 'change changed scar mostly mainly burned loss where',
    shape: 'change',
  },
  'band-maths': {
    core: 'band bands ratio formula expression divide divided subtract minus plus sum product times multiply arithmetic maths math equation custom',
    near: 'red nir blue green swir1 swir2 compute calculate',
    shape: 'state',
  },
}
