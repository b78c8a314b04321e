"""Log densities by coefficients and terms are those of normal distributions."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.terrain.ground.normal_densities import covariances_of, log_density_coefficients, quadratic_terms


def _distributions(seed, count, components):
    rng = np.random.default_rng(seed)
    roots = rng.normal(size=(count, components, components))
    covariances = roots @ roots.transpose(0, 2, 1) + 0.3 * np.eye(components)
    return rng, rng.normal(size=(count, components)), covariances


@given(st.integers(0, 1000), st.integers(1, 5), st.integers(1, 7))
def test_they_are_normal_densities_up_to_one_constant(seed, count, components):
    rng, means, covariances = _distributions(seed, count, components)
    points = rng.normal(size=(components, 20))
    logs = log_density_coefficients(means, covariances) @ quadratic_terms(points)
    for mean, covariance, found in zip(means, covariances, logs, strict=True):
        away = points - mean[:, None]
        squares = (away * np.linalg.solve(covariance, away)).sum(axis=0)
        assert np.allclose(found, -0.5 * (squares + np.log(np.linalg.det(covariance))), rtol=1e-3, atol=1e-2)


@given(st.integers(0, 1000), st.integers(1, 5), st.integers(1, 7))
def test_the_covariances_follow_from_the_coefficients(seed, count, components):
    _, means, covariances = _distributions(seed, count, components)
    coefficients = log_density_coefficients(means, covariances)
    assert np.allclose(covariances_of(coefficients, components), covariances, rtol=1e-3, atol=1e-3)
