"""Writes what scipy, statsmodels, ruptures, pymannkendall and numpy say of made-up series, for the tests of the series tools:

  python3 scripts/oracles/series.py > test/oracles/series.json
      (numpy 2, scipy 1.17.1, statsmodels 0.15.0, ruptures 1.1.10, pymannkendall 1.4.3)

The series: `monthly`, 10 years of months from January 2010 on with a season, a trend and two outliers; `ties`, few
unlike whole numbers; `steps`, three levels; `rain`, 30 years of monthly sums with zeros; `gappy`, unevenly spaced.
"""
import json

import numpy as np
import pymannkendall as mk
import ruptures
from scipy import signal, stats
from statsmodels.stats.diagnostic import acorr_ljungbox
from statsmodels.tsa.seasonal import STL
from statsmodels.tsa.stattools import acf

random = np.random.default_rng(7)


def rounded(values, digits=4):
    return [round(float(value), digits) for value in values]


months = np.arange(120)
monthly = 0.5 + 0.2 * np.sin(2 * np.pi * months / 12) + 0.001 * months + random.normal(0, 0.03, 120)
monthly[[30, 77]] += [0.5, -0.6]
monthly = np.array(rounded(monthly))
ties = np.array([3, 1, 2, 2, 4, 3, 3, 5, 4, 4, 2, 6, 5, 5, 4, 6], float)
steps = np.array(rounded(np.repeat([1.0, 3.0, 2.2], [20, 15, 25]) + random.normal(0, 0.3, 60)))
drift = np.array(rounded(np.cumsum(random.normal(0.05, 1, 50))))
rain = np.array(rounded(random.gamma(1.5 + np.tile(np.arange(12), 30) / 6, 20.0) * (random.random(360) > 0.08), 1))
uneven_times = np.array(rounded(np.cumsum(random.uniform(0.1, 1.5, 30)), 3))
uneven = np.array(rounded(2 + 0.3 * uneven_times + random.normal(0, 0.6, 30)))


def sen(values, times, confidence):
    slope, intercept, low, high = stats.theilslopes(values, times, confidence)
    return dict(slope=slope, intercept=intercept, low=low, high=high)


def line(values, times):
    fit = stats.linregress(times, values)
    rest = values - fit.intercept - fit.slope * times
    return dict(slope=fit.slope, intercept=fit.intercept, rSquared=fit.rvalue**2, standardError=fit.stderr, pValue=fit.pvalue, rmse=np.sqrt(np.mean(rest**2)))


def kendall(found):
    return dict(s=found.s, variance=found.var_s, z=found.z, pValue=found.p, tau=found.Tau)


def decomposed(values, period, seasonal, robust):
    fit = STL(values, period=period, seasonal=seasonal, robust=robust).fit()
    return dict(period=period, seasonal=seasonal, robust=robust, trend=rounded(fit.trend[::7], 9), season=rounded(fit.seasonal[::7], 9), remainder=rounded(fit.resid[::7], 9))


def breaks(values, penalty, size):
    found = ruptures.Pelt(model="l2", min_size=size, jump=1).fit(values).predict(pen=penalty)
    return dict(penalty=penalty, minSize=size, found=found[:-1])


def sums(values, scale):
    return np.convolve(values, np.ones(scale), "valid")


def spi(values, scale, calendar):
    total = sums(values, scale)
    month = (np.arange(len(total)) + scale - 1) % 12
    out = np.full(len(total), np.nan)
    for group in range(12) if calendar else [None]:
        chosen = month == group if calendar else np.full(len(total), True)
        part = total[chosen]
        wet = part[part > 0]
        shape, _, size = stats.gamma.fit(wet, floc=0)
        zero = np.mean(part == 0)
        out[chosen] = stats.norm.ppf(zero + (1 - zero) * stats.gamma.cdf(part, shape, scale=size))
    return rounded(np.clip(out, -5, 5)[::5], 6)


def whittaker(values, strength, missing):
    weights = np.ones(len(values))
    weights[missing] = 0
    second = np.diff(np.eye(len(values)), 2, axis=0)
    return rounded(np.linalg.solve(np.diag(weights) + strength * second.T @ second, weights * values), 8)


def harmonics(values, times, waves, trend):
    columns = [np.ones(len(times))] + ([times - times.mean()] if trend else [])
    for wave in range(1, waves + 1):
        columns += [np.cos(2 * np.pi * wave * times), np.sin(2 * np.pi * wave * times)]
    design = np.stack(columns, 1)
    found = np.linalg.lstsq(design, values, rcond=None)[0]
    first = 2 if trend else 1
    rest = values - design @ found
    return dict(
        level=found[0], slope=found[1] if trend else 0.0,
        amplitudes=[np.hypot(*found[first + 2 * w:first + 2 * w + 2]) for w in range(waves)],
        crests=[(np.arctan2(found[first + 2 * w + 1], found[first + 2 * w]) / (2 * np.pi) % 1) / (w + 1) for w in range(waves)],
        rSquared=1 - np.sum(rest**2) / np.sum((values - values.mean()) ** 2), rmse=np.sqrt(np.mean(rest**2)))


def pettitt(values):
    ranks, n = stats.rankdata(values), len(values)
    u = np.abs([2 * np.sum(ranks[:k]) - k * (n + 1) for k in range(1, n)])
    return dict(before=int(np.argmax(u)) + 1, k=u.max(), pValue=min(1, 2 * np.exp(-6 * u.max() ** 2 / (n**3 + n**2))))


def described(x):
    return dict(
        mean=x.mean(), median=np.median(x), sum=x.sum(), std=x.std(ddof=1), stdPopulation=x.std(), skewness=stats.skew(x),
        skewnessUnbiased=stats.skew(x, bias=False), kurtosis=stats.kurtosis(x), kurtosisUnbiased=stats.kurtosis(x, bias=False),
        cv=x.std(ddof=1) / x.mean(), percentiles=[np.percentile(x, p) for p in (5, 25, 75, 95)])


pearson = stats.pearsonr(drift, steps[:50])
lb = acorr_ljungbox(monthly, lags=[10])
quantiles = [1e-12, 1e-5, 0.01, 0.3, 0.5, 0.9, 0.99999]
print(json.dumps(dict(
    series=dict(monthly=list(monthly), ties=list(ties), steps=list(steps), drift=list(drift), rain=list(rain), unevenTimes=list(uneven_times), uneven=list(uneven)),
    distributions=dict(
        normal=[[z, stats.norm.sf(z)] for z in (-3.1, -0.4, 0.0, 1.0, 2.5, 6.0, 12.0)],
        quantile=[[p, stats.norm.ppf(p)] for p in quantiles],
        student=[[t, df, 2 * stats.t.sf(abs(t), df)] for t, df in ((0.1, 1), (2.0, 3), (-1.5, 10), (5.0, 58), (20.0, 118))],
        chiSquare=[[x, df, stats.chi2.sf(x, df)] for x, df in ((0.5, 1), (10.0, 4), (30.0, 20), (200.0, 12))],
        gamma=[[a, x, stats.gamma.cdf(x, a)] for a, x in ((0.3, 0.01), (2.5, 1.0), (7.0, 12.0), (120.0, 110.0))]),
    line=dict(monthly=line(monthly, months), uneven=line(uneven, uneven_times)),
    sen=dict(monthly=sen(monthly, months, 0.95), ties=sen(ties, np.arange(16), 0.9), uneven=sen(uneven, uneven_times, 0.95)),
    kendall=dict(
        monthly=kendall(mk.original_test(monthly)), ties=kendall(mk.original_test(ties)), drift=kendall(mk.original_test(drift)),
        hamedRao=kendall(mk.hamed_rao_modification_test(drift)), hamedRaoMonthly=kendall(mk.hamed_rao_modification_test(monthly)),
        seasonal=kendall(mk.seasonal_test(monthly, period=12)), tauB=[stats.kendalltau(np.arange(len(x)), x).statistic for x in (ties, drift)]),
    stl=[decomposed(monthly, 12, 7, False), decomposed(monthly, 12, 7, True), decomposed(monthly, 12, 13, True), decomposed(monthly[:30], 12, 7, False), decomposed(monthly[:48], 12, 7, True), decomposed(monthly, 5, 9, False)],
    pelt=[breaks(steps, 1.0, 2), breaks(steps, 0.1, 1), breaks(steps, 0.3, 5), breaks(drift, 10.0, 2), breaks(drift, 5.0, 3), breaks(monthly, 0.05, 2), breaks(monthly, 0.3, 4)],
    acf=dict(biased=rounded(acf(monthly, nlags=20), 12), unbiased=rounded(acf(monthly, nlags=20, adjusted=True), 12), ljungBox=[float(lb.lb_stat.iloc[0]), float(lb.lb_pvalue.iloc[0])]),
    gammaFit=[list(stats.gamma.fit(rain[rain > 0], floc=0))[::2]],
    spi=dict(calendar1=spi(rain, 1, True), calendar3=spi(rain, 3, True), pooled6=spi(rain, 6, False)),
    smooth=dict(savgol=rounded(signal.savgol_filter(drift, 7, 2), 9), savgolWide=rounded(signal.savgol_filter(drift, 11, 4), 9), whittaker=whittaker(drift, 10.0, []), whittakerGaps=whittaker(drift, 100.0, [3, 4, 20, 49])),
    harmonics=[harmonics(monthly, months / 12, 2, True), harmonics(uneven, uneven_times, 1, False)],
    pettitt=dict(steps=pettitt(steps), ties=pettitt(ties)),
    describe=dict(drift=described(drift), ties=described(ties)),
    pairs=dict(correlation=pearson.statistic, pValue=pearson.pvalue, rmse=np.sqrt(np.mean((steps[:50] - drift) ** 2)), bias=np.mean(steps[:50] - drift), meanAbsolute=np.mean(np.abs(steps[:50] - drift)), spearman=stats.spearmanr(drift, steps[:50]).statistic),
), default=float))
