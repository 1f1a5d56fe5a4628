import type { TaskType } from '../../src/sensing/task-types.ts'

/**
 * Questions by task type, the first list for tuning the words, the second never looked at while tuning. All written
 * for this test; many avoid the name of the task on purpose.
 */
export const PHRASINGS: Readonly<
  Record<TaskType, { readonly tuned: readonly string[]; readonly heldOut: readonly string[] }>
> = {
  inventory: {
    tuned: ['What data have I loaded?', 'How many scenes are there and from which dates?'],
    heldOut: ['Give me an overview of the files', 'Which sensors and bands do I have here?'],
  },
  'index-map': {
    tuned: ['Make an NDVI map of this scene', 'Calculate the SAVI for me'],
    heldOut: ['Please compute NDMI', 'Show me a picture of EVI for the scene of May'],
  },
  statistics: {
    tuned: ['What is the mean NDVI?', 'Give me minimum, maximum and standard deviation of NDWI'],
    heldOut: ['What is the median of EVI over the scene?', 'What is the average value of NBR?'],
  },
  'burned-area': {
    tuned: [
      'How many hectares burned between the two dates (dNBR at least 0.27)?',
      'How large is the biggest scar that the wildfire left?',
    ],
    heldOut: [
      'How much land was charred by the bushfire?',
      'What is the extent of burnt ground in square kilometres?',
    ],
  },
  'burn-severity': {
    tuned: ['How severe was the burn?', 'What share of the fire falls in the high severity class?'],
    heldOut: [
      'How badly did the fire damage the land, by class?',
      'Map burn severity in low, moderate and high',
    ],
  },
  'fire-spread': {
    tuned: [
      'Which way did the fire spread?',
      'Towards where did the flames advance from the first to the second date?',
    ],
    heldOut: ['In what direction did the blaze move?', 'Along which axis is the burn scar elongated?'],
  },
  'active-fire': {
    tuned: ['Are there active fires right now?', 'Where is it still burning?'],
    heldOut: ['Show the ongoing fires', 'Which pixels are fire detections of VIIRS?'],
  },
  'vegetation-trend': {
    tuned: ['Is there a greening trend over the years?', 'What is the long-term slope of NDVI?'],
    heldOut: [
      'Has yearly NDVI been steadily falling over the decade?',
      'Show the browning trend of the grassland',
    ],
  },
  'vegetation-change': {
    tuned: ['How did the vegetation change between the two dates?', 'Where did NDVI decrease?'],
    heldOut: ['How much plant cover was lost from 2018 to 2020?', 'Did the crops recover after June?'],
  },
  phenology: {
    tuned: ['When does the growing season start?', 'When is the peak of the season for the crops?'],
    heldOut: ['What is the date of senescence?', 'How long does the growing season last?'],
  },
  drought: {
    tuned: ['How bad is the drought?', 'Where is vegetation under water stress?'],
    heldOut: ['Is it drier than normal here, and how dry?', 'Which crops suffer from moisture deficit?'],
  },
  'water-extent': {
    tuned: ['How large is the lake?', 'What area is covered by open water?'],
    heldOut: ['How many hectares does the reservoir cover?', 'What share of the scene is water?'],
  },
  'water-change': {
    tuned: [
      'How much did the lake shrink between 2017 and 2021?',
      'How many hectares of the reservoir dried up?',
    ],
    heldOut: [
      'Has the lagoon become smaller since spring?',
      'How much water surface vanished between the two dates?',
    ],
  },
  turbidity: {
    tuned: ['How turbid is the lake?', 'Is there an algal bloom in the bay?'],
    heldOut: ['How muddy is the river water?', 'How much suspended sediment is in the reservoir?'],
  },
  'flood-sar': {
    tuned: ['Which area was flooded?', 'How much land is inundated in the radar image?'],
    heldOut: [
      'How many hectares stood under water after the flood?',
      'Where does Sentinel-1 show inundation?',
    ],
  },
  'snow-cover': {
    tuned: ['How much snow lies in the mountains?', 'What share of the area is snow covered?'],
    heldOut: ['How many hectares are white with snow?', 'Where is the snowline?'],
  },
  'sea-ice': {
    tuned: ['How much sea ice is there?', 'Where is the edge of the ice?'],
    heldOut: ['What is the ice concentration off the coast?', 'How large are the floes?'],
  },
  'surface-temperature': {
    tuned: ['What is the land surface temperature?', 'How hot is the ground in degrees Celsius?'],
    heldOut: ['What is the mean LST in kelvin?', 'Where is the surface coldest?'],
  },
  'urban-heat': {
    tuned: ['How strong is the urban heat island?', 'How much warmer is the city than its surroundings?'],
    heldOut: [
      'Is the town hotter than the countryside?',
      'Compare the temperature of built-up and rural ground',
    ],
  },
  'air-moisture': {
    tuned: ['How much water vapour is in the air?', 'What is the humidity of the atmosphere?'],
    heldOut: ['What is the total precipitable water?', 'How humid was the air column?'],
  },
  'night-lights': {
    tuned: ['How bright are the lights at night?', 'Where did the lights go out at night?'],
    heldOut: ['Map the nighttime radiance of the city', 'How much of the country is lit at night?'],
  },
  'urban-extent': {
    tuned: ['How much of the area is built up?', 'How large is the settlement?'],
    heldOut: ['How many hectares of sealed ground are there?', 'What is the extent of the city?'],
  },
  deforestation: {
    tuned: ['How much forest was cleared?', 'Where were trees felled since 2019?'],
    heldOut: ['How many hectares of rainforest have been logged?', 'Map the clear-cuts of the last year'],
  },
  landslide: {
    tuned: ['Where did the slope fail after the earthquake?', 'How large is the landslide?'],
    heldOut: ['Map the mudslides', 'What area was buried by debris?'],
  },
  terrain: {
    tuned: ['How steep is the terrain?', 'What is the highest elevation?'],
    heldOut: ['Which aspect do the hills have?', 'Make a hillshade from the DEM'],
  },
  soil: {
    tuned: ['Where is bare soil?', 'How salty is the ground?'],
    heldOut: ['Which fields were ploughed?', 'Map clay minerals'],
  },
  'zonal-comparison': {
    tuned: ['Compare mean NDVI by zone', 'Is NDMI lower inside the scar than outside?'],
    heldOut: [
      'How does the mean EVI differ per parcel?',
      'What is NDVI within each class of the zone layer?',
    ],
  },
  hotspots: {
    tuned: ['Where are the hotspots of change?', 'How many clusters of the highest NDVI are there?'],
    heldOut: ['Find the strongest hot spots in the index', 'List the top five percent patches of BAI'],
  },
  'change-direction': {
    tuned: [
      'In which direction from the centre of the scene does the change lie?',
      'Which quadrant holds most of the burned area?',
    ],
    heldOut: [
      'On which side of the scene is the loss of vegetation?',
      'Is the change mostly in the north or the south?',
    ],
  },
  'band-maths': {
    tuned: ['Divide red by near infrared', 'Compute (nir - red) / (nir + red) by formula'],
    heldOut: ['Evaluate the expression swir1 / nir', 'What is the sum of the green and blue bands?'],
  },
}
